// The page's own words in four languages, and numbers in their digits. Knows no element.

const WORDS = {
  en: {
    previous: 'Previous response', next: 'Next response', versions: 'See versions', version: 'Version', user: 'You said:',
    assistant: 'ChatGPT said:', ask: 'Ask anything', home: 'What are you working on?', chats: 'Chats', fresh: 'New chat',
    theme: 'Theme', send: 'Send prompt', stop: 'Stop answering', share: 'Share', copy: 'Copy', good: 'Good response',
    bad: 'Bad response', aloud: 'Read aloud', edit: 'Edit message', again: 'Try again', save: 'Send', cancel: 'Cancel',
    options: 'Open conversation options', rename: 'Rename', remove: 'Delete', worked: 'Worked on it', stopped: 'Stopped',
    trouble: 'Unable to load conversation', temporary: 'Temporary chat', loading: 'Loading', shared: 'A shared copy',
  },
  zh: {
    previous: '上一回复', next: '下一回复', versions: '查看版本', version: '版本', user: '您说：', assistant: 'ChatGPT 说：',
    ask: '询问任何问题', home: '您在忙什么？', chats: '聊天', fresh: '新聊天', theme: '主题', send: '发送提示', stop: '停止回答',
    share: '共享', copy: '复制', good: '好回复', bad: '坏回复', aloud: '朗读', edit: '编辑消息', again: '重试', save: '发送',
    cancel: '取消', options: '打开对话选项', rename: '重命名', remove: '删除', worked: '已处理', stopped: '已停止',
    trouble: '无法加载对话', temporary: '临时聊天', loading: '正在加载', shared: '共享的副本',
  },
  ru: {
    previous: 'Предыдущий ответ', next: 'Следующий ответ', versions: 'Посмотреть версии', version: 'Версия',
    user: 'Вы сказали:', assistant: 'ChatGPT сказал:', ask: 'Спросите что-нибудь', home: 'Над чем работаете?', chats: 'Чаты',
    fresh: 'Новый чат', theme: 'Тема', send: 'Отправить запрос', stop: 'Остановить ответ', share: 'Поделиться',
    copy: 'Копировать', good: 'Хороший ответ', bad: 'Плохой ответ', aloud: 'Прочитать вслух', edit: 'Изменить сообщение',
    again: 'Повторить', save: 'Отправить', cancel: 'Отмена', options: 'Открыть параметры чата', rename: 'Переименовать',
    remove: 'Удалить', worked: 'Обработано', stopped: 'Остановлено', trouble: 'Не удалось загрузить чат',
    temporary: 'Временный чат', loading: 'Загрузка', shared: 'Общая копия',
  },
  ar: {
    previous: 'الرد السابق', next: 'الرد التالي', versions: 'عرض الإصدارات', version: 'الإصدار', user: 'أنت قلت:',
    assistant: 'قال ChatGPT:', ask: 'اسأل عن أي شيء', home: 'ما الذي تعمل عليه؟', chats: 'الدردشات', fresh: 'دردشة جديدة',
    theme: 'المظهر', send: 'إرسال المطالبة', stop: 'إيقاف الرد', share: 'مشاركة', copy: 'نسخ', good: 'رد جيد', bad: 'رد سيئ',
    aloud: 'قراءة بصوت عالٍ', edit: 'تحرير الرسالة', again: 'إعادة المحاولة', save: 'إرسال', cancel: 'إلغاء',
    options: 'فتح خيارات المحادثة', rename: 'إعادة تسمية', remove: 'حذف', worked: 'تمت المعالجة', stopped: 'توقف',
    trouble: 'تعذر تحميل المحادثة', temporary: 'دردشة مؤقتة', loading: 'جارٍ التحميل', shared: 'نسخة مشتركة',
  },
};

let language = 'en';

/** @type {Record<string, string>} */
export let label = WORDS.en;

export function speak(wanted) {
  language = wanted in WORDS ? wanted : 'en';
  label = WORDS[language];
}

/** `2/3`, in Arabic with its own digits, each number isolated so that the line keeps its order. */
export function position(index, count) {
  if (language !== 'ar') return `${index}/${count}`;
  const digits = number => `\u2068${String(number).replace(/\d/g, d => String.fromCharCode(0x660 + Number(d)))}\u2069`;
  return `${digits(index)}/${digits(count)}`;
}
