// Which turns a path shows and what each pager counts. Pure: a map of nodes goes in, nothing is changed.
//
// Written from what is publicly known of the 2024 client, whose names still stand in the bundles of 2026.
//
// | step | what | how | here |
// |---|---|---|---|
// | 1 | path | from the current leaf up to the node with role root; no node twice | pathTo |
// | 2 | turns | a node joins the last turn when one of these holds, hidden or not: | turnsOf |
// |   | a | it has the turn's role | |
// |   | b | the turn begins with the model's context, and the node is assistant or system | |
// |   | c | the turn is not the user's, and the node is a tool | |
// |   | d | the turn is a tool's, and the node is assistant | |
// |   | e | the turn is system, which takes the role of what joins it, and the node is assistant, | |
// |   |   | unless the system began the conversation | |
// | 3 | variants | of the turn's first node only: up while that is system or context and has one | variantsOf |
// |   |   | child and a parent; the children there, each down through single-child context; | |
// |   |   | none of role system, in array order | |
// | 4 | index | the first variant that is a node of the turn; a pager for two or more | variantsOf |
// | 5 | switch | children[0] at every level below the variant, and no request | oldestLeaf |
// | 6 | regenerate | a sibling below the nearest user node above | promptOf |
// |   | edit | below the edited node's parent; only a turn of one message that is all text | editable |
// | 7 | shown | no root and no system turn, none whose nodes are all hidden; calls and results as | blocksOf |
// |   |   | one group; a text that goes on with another in its bubble | |

export const roleOf = node => node?.message?.author?.role ?? 'root';
export const kindOf = node => node?.message?.content?.content_type;
const below = node => node?.children ?? [];
const dataOf = node => node.message?.metadata ?? {};

const HIDING = ['is_visually_hidden_from_conversation', 'is_visually_hidden'];
export const hidden = node => HIDING.some(name => dataOf(node)[name] === true);
const context = node => roleOf(node) === 'system' || kindOf(node) === 'model_editable_context';

// ---------------------------------------------------------------- steps 1 and 2

export function pathTo(nodes, leaf) {
  const path = [], seen = new Set();
  const inside = node => node && roleOf(node) !== 'root' && !seen.has(node.id);
  for (let node = nodes.get(leaf); inside(node); node = nodes.get(node.parent)) {
    seen.add(node.id);
    path.push(node);
  }
  return path.reverse();
}

function joins(node, turn) {
  const role = roleOf(node), last = turn.nodes.at(-1);
  return role === turn.role
    || (kindOf(turn.nodes[0]) === 'model_editable_context' && ['assistant', 'system'].includes(role))
    || (turn.role !== 'user' && role === 'tool')
    || (turn.role === 'tool' && role === 'assistant')
    || (turn.role === 'system' && role === 'assistant' && !last.message.author.metadata?.is_system_initiated_conversation);
}

export function turnsOf(path) {
  const turns = [];
  for (const node of path) {
    const last = turns.at(-1);
    if (last && joins(node, last)) {
      last.nodes.push(node);
      if (last.role === 'system') last.role = roleOf(node);
    } else turns.push({ role: roleOf(node), nodes: [node] });
  }
  return turns;
}

// ---------------------------------------------------------------- steps 3 to 5

export function variantsOf(nodes, turn) {
  let above = nodes.get(turn.nodes[0].parent);
  while (above && context(above) && below(above).length === 1 && nodes.has(above.parent)) above = nodes.get(above.parent);
  const ids = [];
  for (const id of below(above)) {
    let node = nodes.get(id);
    while (node && context(node) && below(node).length === 1 && nodes.has(below(node)[0])) node = nodes.get(below(node)[0]);
    if (node && roleOf(node) !== 'system') ids.push(node.id);
  }
  const own = new Set(turn.nodes.map(node => node.id));
  return { ids, index: ids.findIndex(id => own.has(id)) };
}

export function oldestLeaf(nodes, id) {
  const seen = new Set();
  for (let next = id; nodes.has(next) && !seen.has(next); next = below(nodes.get(id))[0]) seen.add(id = next);
  return id;
}

// ---------------------------------------------------------------- step 6

export function promptOf(nodes, id) {
  const seen = new Set();
  let node = nodes.get(id);
  while (node && !['user', 'root'].includes(roleOf(node)) && !seen.has(node.id)) {
    seen.add(node.id);
    node = nodes.get(node.parent);
  }
  return node ?? null;
}

export function editable(turn) {
  return turn.role === 'user' && turn.nodes.length === 1 && kindOf(turn.nodes[0]) === 'text';
}

// ---------------------------------------------------------------- step 7

const NEVER = new Set(['model_editable_context', 'user_editable_context', 'app_pairing_content']);
const SAID = new Set(['text', 'multimodal_text']);
const toAll = node => [null, undefined, '', 'all'].includes(node.message.recipient);

const parts = node => (Array.isArray(node.message.content?.parts) ? node.message.content.parts : []);
const hasPicture = node => parts(node).some(part => part?.content_type === 'image_asset_pointer');
const hasText = node => parts(node).some(part => /\S/.test(typeof part === 'string' ? part : part?.text ?? ''));

/** `bubble` for words and pictures, `run` for calls, results and thoughts, null for what only a debugger shows. */
function blockOf(node) {
  const role = roleOf(node);
  if (hidden(node) || role === 'system' || NEVER.has(kindOf(node)) || node.message.author.name === 'bio') return null;
  if (role === 'tool') return SAID.has(kindOf(node)) && hasPicture(node) ? 'bubble' : 'run';
  if (!SAID.has(kindOf(node))) return 'run';
  if (role === 'assistant' && !toAll(node)) return 'run';
  return hasPicture(node) || hasText(node) ? 'bubble' : null;
}

export const isShown = node => blockOf(node) !== null;

const continues = (node, before) => roleOf(node) === 'assistant' && roleOf(before) === 'assistant'
  && (dataOf(node).message_type === 'continue' || dataOf(before).finish_details?.type === 'max_tokens');

export const isRendered = turn => turn.role !== 'root' && turn.role !== 'system' && turn.nodes.some(isShown);

/** What a turn shows, in order: `{kind, nodes}` each. Empty for a turn that is not rendered. */
export function blocksOf(turn) {
  const blocks = [];
  if (!isRendered(turn)) return blocks;
  for (const node of turn.nodes) {
    const kind = blockOf(node), last = blocks.at(-1);
    if (!kind) continue;
    const grouped = last?.kind === kind && (kind === 'run' || continues(node, last.nodes.at(-1)));
    if (grouped) last.nodes.push(node);
    else blocks.push({ kind, nodes: [node] });
  }
  return blocks;
}

/** How much of a message there is to see: it changes while a reply is written. */
export function amountOf(node) {
  let amount = 0;
  for (const part of parts(node)) amount += typeof part === 'string' ? part.length : 1 + (part?.text?.length ?? 0);
  return amount;
}
