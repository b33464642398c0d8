// Generated from protocol.py and _locales by devtools/generate.py: change it there.
globalThis.cgtNames = /** @type {CgtNames} */ ({
  "events": {
    "page_opened": "page_opened",
    "address_changed": "address_changed",
    "page_reported": "page_reported",
    "page_focused": "page_focused",
    "action_ended": "action_ended",
    "timer_fired": "timer_fired",
    "snapshot_read": "snapshot_read",
    "control_activated": "control_activated",
    "element_clicked": "element_clicked",
    "pointer_entered": "pointer_entered",
    "pointer_held": "pointer_held",
    "page_pressed": "page_pressed",
    "text_entered": "text_entered",
    "part_dragged": "part_dragged",
    "key_pressed": "key_pressed",
    "viewport_changed": "viewport_changed",
    "request_answered": "request_answered",
    "page_request_ended": "page_request_ended",
    "capture_taken": "capture_taken",
    "conversation_kept": "conversation_kept",
    "description_asked": "description_asked"
  },
  "commands": {
    "apply_patch": "apply_patch",
    "update_frame": "update_frame",
    "scroll_to": "scroll_to",
    "focus_element": "focus_element",
    "request_host": "request_host",
    "set_timer": "set_timer",
    "look_at_page": "look_at_page",
    "show_message": "show_message",
    "scroll_page": "scroll_page",
    "press_pager": "press_pager",
    "reload_page": "reload_page",
    "take_capture": "take_capture",
    "mirror_state": "mirror_state",
    "copy_text": "copy_text",
    "log_warning": "log_warning",
    "describe_tree": "describe_tree",
    "keep_body": "keep_body",
    "save_record": "save_record",
    "save_snapshot": "save_snapshot",
    "read_snapshot": "read_snapshot",
    "drop_snapshots": "drop_snapshots"
  },
  "locales": [
    "en",
    "fr",
    "zh_CN"
  ]
});
