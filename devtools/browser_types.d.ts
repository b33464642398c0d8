// Types of what the page side and the engine share, for `tsc --checkJs`; nothing of this ships.

interface CgtSite {
  watched: { method: string; path: string; body: boolean }[];
  /** Selector that matches the html element while the page is dark. */
  dark: string;
  /** Attributes of the html element that change with the theme. */
  theme_attributes: string[];
  /** Selector of what is as wide as the window, whatever it is in. */
  window_wide: string;
  /** Names of the page's cookies that the adapter wants. */
  cookies: string[];
  renderers: CgtRenderer[];
}

/** One layout of the site's page, as selectors; the first whose `detect` matches is the one (empty: always). */
interface CgtRenderer {
  name: string;
  detect: string;
  /** The root of the route that shows; empty for the document. */
  scope: string;
  messages: { selector: string; attribute: string; role: string }[];
  /** Inside a message, what was written. */
  text: string;
  /** What a message and its pager are in. */
  turn: string;
  scroller: string;
  composer: string;
  editor: string;
  answering: string;
}

/** What is mounted now, from the oldest to the newest. */
interface CgtSight {
  site: CgtRenderer;
  root: Element | Document;
  messages: Map<string, { element: Element; role: string }>;
  ids: string;
}

interface CgtPageListener {
  /** What to mark a message with. */
  colour(): string;
  /** Whether anybody heard it. */
  report(shown: { messages: string[][]; renderer: string; answering: boolean; draft: boolean; editing: boolean }): number;
  ended(ending: { action: number; outcome: string; message: string }): void;
}

interface CgtPageWatch {
  report(): void;
  act(command: any): Promise<void>;
  forget(): void;
}

type CgtAction = (command: any, colour: string) => Promise<string[]>;

/** Below 0 `step` asks for the button before, else for the one behind. */
type CgtPagerButton = (sight: CgtSight, turn: Element, role: string, step: number) => HTMLButtonElement | null;

/** See `panel/frame_parts.py`. */
interface CgtParts {
  /** Name, tag, the one it is in, attributes, path data of its icon. */
  parts: [string, string, string, Record<string, string>, string][];
  controls: Record<string, string>;
  /** A part that the pointer moves, to the one whose style follows. */
  moved: Record<string, string>;
  own_keys: Record<string, string[]>;
  retry_engine: string;
  names: Record<string, string>;
  texts: string[];
  guarded: string[];
  frame_attribute: string;
  /** What a layer may hold; an attribute is allowed by its name or by its prefix. */
  layers: Record<string, { space: "svg" | "html"; tags: string[]; attributes: string[]; prefixes: string[] }>;
}

interface CgtNames {
  events: Record<string, string>;
  commands: Record<string, string>;
  locales: string[];
}

/** `type` is a name of protocol.EVENTS; the other fields are that event's. */
type BridgeEvent = { type: string } & Record<string, unknown>;

interface EngineState {
  /** `gone`: the extension was updated or removed under this page. */
  state: "starting" | "ready" | "restarting" | "failed" | "gone";
  code?: string;
  start_ms?: number;
  boot?: "" | "snapshot" | "plain";
}

interface LinkListener {
  state(change: EngineState): void;
  /** What the engine answers to one event, in order. */
  batch(seq: number, commands: any[]): void;
}

interface EngineLink {
  readonly ready: boolean;
  /** The number of the event, or 0 when no engine is there to take it. */
  send(event: BridgeEvent, body?: ArrayBuffer | null): number;
  retry(): void;
}

interface HostRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
  timeout_ms: number;
}

type CgtCaptures = (
  watched: CgtSite["watched"],
  onEnded: (ended: { capture: number; method: string; address: string; status: number }) => void,
) => { take(capture: number): ArrayBuffer | null };

interface HostAnswer {
  status: number;
  headers: Record<string, string>;
  failure: string;
  body: ArrayBuffer | null;
}

interface BridgeFacts {
  engine_start_ms: number;
  boot: string;
  /** From the arrival of the bytes to the first drawn items, ms. */
  first_nodes_ms: number;
  description: object | null;
  events: number;
  /** The last `page_reported`. */
  report: object | null;
  /** The last `action_ended`. */
  ended: object | null;
}

interface FrameChange {
  text?: string;
  hidden?: boolean;
  attributes?: Record<string, string | null>;
}

interface CgtFrame {
  host: HTMLElement;
  root: ShadowRoot;
  drawing: SVGSVGElement;
  elements: Record<string, HTMLElement>;
  calls: { viewport(): void; paused(): void };
  readonly paused: boolean;
  mount(): void;
  tend(): void;
  hold(value: boolean): void;
  nameOf(node: Node | null): string;
  update(changes: Record<string, FrameChange>): void;
  placeOf(event: MouseEvent): { x: number; y: number };
  scrollTo(left: number, top: number, smooth: boolean): void;
  focus(name: string): void;
  /** Before the sidebar was opened from outside of the page, this had the focus. */
  before: Element | null;
  focusMoved(event: FocusEvent, at: Element | null): void;
  say(title: string, text: string, action: string, alone: boolean): void;
}

interface CgtLayer {
  apply(operations: any[][]): void;
  clear(): void;
  readonly empty: boolean;
  find(key: string): Element | undefined;
  /** The key of the item that a node is in, of the innermost or of the whole one; empty for the bare layer. */
  keyOf(node: Node | null, whole?: boolean): string;
}
type CgtLayerOf = (name: string, top: Element) => CgtLayer;

interface CgtBox {
  left: number;
  top: number;
  right: number;
  bottom: number;
}
type CgtFreePlace = (card: HTMLElement, wanted: { left: number; top: number }, taken: CgtBox[], gap: number) => CgtBox;
type CgtCardsOf = (
  layer: HTMLElement,
  nodeOf: (key: string) => Element | undefined,
  endNear: (at: Element) => void,
) => { settle(): void; shown(): boolean; moved(x: number, y: number, key: string): void };

type CgtPointerOf = (
  scroller: Element,
  keyAt: (at: Element | null) => string,
  on: { entered(key: string): void; held(key: string): void; moved(x: number, y: number, key: string): void },
) => {
  /** Whether a click is one: of the keyboard, or of a press that stayed and was not held; two are one. */
  isClick(event: MouseEvent): boolean;
  react: Record<string, (event: any, at: Element | null) => void>;
};

declare var cgtSite: CgtSite;
declare var cgtNames: CgtNames;
type CgtStyle = string;
declare var cgtStyle: CgtStyle;
declare var cgtWire: {
  isBuffer(value: unknown): boolean;
  turns(): () => Promise<void> | undefined;
  send(port: chrome.runtime.Port, message: object, body: ArrayBuffer | null, binary: boolean): void;
  inbox(): (message: any) => { message: any; body: ArrayBuffer | null } | null;
};
declare var cgtLink: { open(on: LinkListener): EngineLink };
declare var cgtRequests: {
  host(): {
    ask(command: HostRequest): Promise<HostAnswer | null>;
    callOff(): void;
  };
  captures: CgtCaptures;
};
type CgtGuardWatch = (host: Element, root: ShadowRoot, handle: (event: any, at: Element | null) => void) => void;
declare var cgtGuard: { watch: CgtGuardWatch };
declare var cgtPatch: { layer: CgtLayerOf };
declare var cgtCards: { of: CgtCardsOf };
declare var cgtPointer: { of: CgtPointerOf };
declare var cgtSurroundings: { copy(text: string): Promise<boolean>; utcOffsets(): number[][] };
declare var cgtParts: CgtParts;
declare var cgtPage: { watch(on: CgtPageListener): CgtPageWatch };
type CgtMovingOf = (elements: Record<string, HTMLElement>, letGo: (element: string, x: number, y: number) => void) => {
  /** Whether the last press moved something. */
  moved: boolean;
  begin(event: PointerEvent, name: string): void;
  follow(event: PointerEvent): void;
  end(): void;
};
declare var cgtRoom: { beside(panel: HTMLElement): void };
declare var cgtMoving: { of: CgtMovingOf };
declare var cgtFrame: { make(): CgtFrame };
/** For a person who debugs, and for tests, in the content script's world. */
declare var conversationTree: {
  send(event: BridgeEvent, body?: ArrayBuffer | null): number;
  facts: BridgeFacts;
  hold(value: boolean): void;
  page: CgtPageWatch;
};
/** The same in the engine's document and in its Worker. */
declare var engine: object;
declare var engineWorker: object;
