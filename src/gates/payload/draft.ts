import type { JsonObject, JsonValue } from '../../base/json.ts';
import { COMMON_FIELDS, type HookEventAt, type HookField, hookEventAt } from '../../hosts/hooks.ts';
import type { Draft, DraftField, FieldBasis, MissingField } from './model.ts';

/** Collects what is known of one event; `undefined` values are left out, so that a rule may simply say what it found. */
export class DraftBuilder {
  readonly #fields: Record<string, DraftField> = {};
  readonly #missing: MissingField[] = [];

  readonly hookEvent: string;

  constructor(hookEvent: string) {
    this.hookEvent = hookEvent;
  }

  set(field: string, value: JsonValue | undefined, basis: FieldBasis): this {
    if (value !== undefined) this.#fields[field] = { value, basis };
    return this;
  }

  /** As `set`, for a value that costs something to get at and that few gates look at. */
  setLater(field: string, value: () => JsonValue | undefined, basis: FieldBasis): this {
    this.#fields[field] = { get: value, basis };
    return this;
  }

  /** Takes back what was said of a field. */
  loses(field: string, reason: string): this {
    delete this.#fields[field];
    return this.lacks(field, reason);
  }

  lacks(field: string, reason: string): this {
    this.#missing.push({ field, reason });
    return this;
  }

  /** Something was said of the field: its value, or why there is none. */
  has(field: string): boolean {
    return Object.hasOwn(this.#fields, field) || this.#missing.some((entry) => entry.field === field);
  }

  done(): Draft {
    return { hookEvent: this.hookEvent, fields: this.#fields, missing: this.#missing };
  }
}

export interface Laid {
  readonly payload: JsonObject;
  readonly fields: Record<string, FieldBasis>;
  readonly missing: readonly MissingField[];
}

/**
 * The draft in the form that a host version sends it: fields that the version has not are dropped, fields it has and nobody found are
 * missing. Undefined where the version has no such event.
 */
export function layOver(draft: Draft, version: string | undefined, inAgent: boolean): Laid | undefined {
  const event = hookEventAt(draft.hookEvent, version);
  if (event === undefined) return undefined;
  const payload: JsonObject = {};
  const fields: Record<string, FieldBasis> = {};
  const missing: MissingField[] = [];
  let key = '';
  for (const { name, when } of fieldsOf(event)) {
    const found = draft.fields[name];
    if (found !== undefined) {
      if ('get' in found) setLater(payload, name, found.get);
      else payload[name] = found.value;
      fields[name] = found.basis;
      key += `${name}:${found.basis} `;
      continue;
    }
    const said = draft.missing.length === 0 ? undefined : draft.missing.find((entry) => entry.field === name);
    if (said !== undefined) missing.push(said);
    else if (when === undefined || (when === 'agent' && inAgent)) {
      missing.push({ field: name, reason: 'not in the transcript' });
    }
  }
  // Parts of a value that was found are missing by themselves.
  for (const entry of draft.missing) {
    const dot = entry.field.indexOf('.');
    if (dot !== -1 && fields[entry.field.slice(0, dot)] !== undefined) missing.push(entry);
  }
  for (const { field, reason } of missing) key += `${field}:${reason} `;
  return { payload, ...sharedShape(key, fields, missing) };
}

type Shape = Pick<Laid, 'fields' | 'missing'>;

/** What is known of its fields, and how, is the same for thousands of events. */
const shapes = new Map<string, Shape>();
const MOST_SHAPES = 4096;

function sharedShape(key: string, fields: Shape['fields'], missing: Shape['missing']): Shape {
  const known = shapes.get(key);
  if (known !== undefined) return known;
  const shape = { fields, missing };
  if (shapes.size >= MOST_SHAPES) shapes.clear();
  shapes.set(key, shape);
  return shape;
}

const LATER = Symbol('values that are worked out when they are asked for');
const getters = new Map<string, () => JsonValue | undefined>();

/** One getter per field for all payloads: with a function of its own, each would become an object of its own kind, three times as large. */
function setLater(payload: JsonObject, name: string, get: () => JsonValue | undefined): void {
  const waiting = (payload as { [LATER]?: Record<string, () => JsonValue | undefined> })[LATER];
  if (waiting === undefined) Object.defineProperty(payload, LATER, { value: { [name]: get } });
  else waiting[name] = get;
  let getter = getters.get(name);
  if (getter === undefined) {
    getter = function (this: { [LATER]: Record<string, () => JsonValue | undefined> }) {
      return this[LATER][name]!();
    } as () => JsonValue | undefined;
    getters.set(name, getter);
  }
  Object.defineProperty(payload, name, { get: getter, enumerable: true, configurable: true });
}

type KnownField = Pick<HookField, 'name' | 'when'>;

const COMMON: readonly KnownField[] = COMMON_FIELDS.map((name) => ({ name }));
const allFields = new WeakMap<HookEventAt, readonly KnownField[]>();

function fieldsOf(event: HookEventAt): readonly KnownField[] {
  let fields = allFields.get(event);
  if (fields === undefined) {
    fields = [...COMMON, ...event.fields];
    allFields.set(event, fields);
  }
  return fields;
}
