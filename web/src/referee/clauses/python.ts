/**
 * What the translated rules need of Python: values that compare by content, and its builtins.
 *
 * Tuples and lists are arrays, text and members of enums are strings, `None` is `null`. Structs are
 * classes made by the translation, with `fields`, the wire's `tag`, and how to read each field.
 */

type Any = any;
type Fn = (...args: Any[]) => Any;

export class PythonError extends Error {}
export class ValueError extends PythonError {}
export class IndexError extends PythonError {}
export class KeyError extends PythonError {}
export class StopIteration extends PythonError {}
export class AssertionError extends PythonError {}

/** How a field is read from JSON: as it is, a struct, one of several by tag, or each of a list. */
export type Spec = 0 | StructClass | { one: StructClass[] } | { each: Spec } | GenericSpec;
interface GenericSpec {
  of: StructClass;
  with: Record<string, Spec>;
}

export interface StructClass {
  new (...values: Any[]): Struct;
  /** What it is called in Python; a bundle shortens the names of classes. */
  title: string;
  fields: readonly string[];
  tag?: string;
  arrayLike?: boolean;
  specs?: () => Record<string, Spec>;
}

/** A frozen struct; equal to another of its class with equal fields. */
export class Struct {
  [field: string]: Any;
}

export function classOf(value: Struct): StructClass {
  return value.constructor as unknown as StructClass;
}

/** The fields of a struct, in order. */
function values(value: Struct): Any[] {
  return classOf(value).fields.map((field) => value[field]);
}

/** A key under which equal values are the same. */
export function key(value: Any): Any {
  if (typeof value === 'string') return `'${value}'`;
  if (Array.isArray(value)) return `(${value.map(key).join()})`;
  if (value instanceof Struct) return `${classOf(value).title}(${values(value).map(key).join()})`;
  return value;
}

export class Dict {
  protected readonly map = new Map<Any, [Any, Any]>();

  constructor(pairs: Iterable<[Any, Any]> = []) {
    for (const [k, v] of pairs) this.set(k, v);
  }

  get(k: Any, otherwise: Any = null): Any {
    const found = this.map.get(key(k));
    return found === undefined ? otherwise : found[1];
  }

  at(k: Any): Any {
    const found = this.map.get(key(k));
    if (found === undefined) throw new KeyError(repr(k));
    return found[1];
  }

  set(k: Any, v: Any): void {
    const id = key(k);
    const found = this.map.get(id);
    if (found === undefined) this.map.set(id, [k, v]);
    else found[1] = v;
  }

  has(k: Any): boolean {
    return this.map.has(key(k));
  }

  items(): [Any, Any][] {
    return [...this.map.values()];
  }

  values(): Any[] {
    return this.items().map(([, v]) => v);
  }

  get length(): number {
    return this.map.size;
  }

  [Symbol.iterator](): Iterator<Any> {
    return this.items().map(([k]) => k)[Symbol.iterator]();
  }
}

export class Counter extends Dict {
  constructor(items: Iterable<Any> = []) {
    super();
    if (items instanceof Counter) for (const [k, n] of items.items()) this.set(k, n);
    else for (const item of items) this.set(item, this.at(item) + 1);
  }

  override at(k: Any): number {
    return this.get(k, 0) as number;
  }

  total(): number {
    return this.values().reduce((sum: number, n: number) => sum + n, 0);
  }

  elements(): Any[] {
    return this.items().flatMap(([k, n]) => Array.from({ length: Math.max(0, n) }, () => k));
  }

  /** What is left of each, where any is. */
  less(other: Counter): Counter {
    const left = new Counter();
    for (const [k, n] of this.items()) if (n - other.at(k) > 0) left.set(k, n - other.at(k));
    return left;
  }
}

export class PySet {
  private readonly dict: Dict;

  constructor(items: Iterable<Any> = []) {
    this.dict = new Dict(Array.from(items, (item): [Any, Any] => [item, true]));
  }

  has(item: Any): boolean {
    return this.dict.has(item);
  }

  get length(): number {
    return this.dict.length;
  }

  [Symbol.iterator](): Iterator<Any> {
    return this.dict[Symbol.iterator]();
  }
}

/** The members of an enum by name; iterates over their values. */
export function enumOf<T extends Record<string, string>>(members: T): T & Iterable<string> {
  const it = { ...members } as T & Iterable<string>;
  Object.defineProperty(it, Symbol.iterator, { value: () => Object.values(members).values() });
  return Object.freeze(it);
}

export function truth(value: Any): boolean {
  if (value === null || value === undefined) return false;
  if (typeof value === 'object') {
    return value instanceof Struct || typeof value.length !== 'number' || value.length > 0;
  }
  return Boolean(value);
}

export function or(a: Any, b: () => Any): Any {
  return truth(a) ? a : b();
}

export function and(a: Any, b: () => Any): Any {
  return truth(a) ? b() : a;
}

export function eq(a: Any, b: Any): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, i) => eq(item, b[i]));
  }
  if (a instanceof Struct && b instanceof Struct) {
    return a.constructor === b.constructor && eq(values(a), values(b));
  }
  return false;
}

/** Below 0, 0 or above 0, as `a` comes before, with or after `b`. */
export function compare(a: Any, b: Any): number {
  if (Array.isArray(a) && Array.isArray(b)) {
    for (let i = 0; i < Math.min(a.length, b.length); i += 1) {
      const found = compare(a[i], b[i]);
      if (found !== 0) return found;
    }
    return a.length - b.length;
  }
  if (a instanceof Struct && b instanceof Struct) return compare(values(a), values(b));
  return a < b ? -1 : a > b ? 1 : 0;
}

export function contains(container: Any, item: Any): boolean {
  if (container instanceof Dict || container instanceof PySet) return container.has(item);
  if (typeof container === 'string') return container.includes(item);
  return list(container).some((other) => eq(other, item));
}

export function add(a: Any, b: Any): Any {
  return Array.isArray(a) ? [...a, ...b] : a + b;
}

export function sub(a: Any, b: Any): Any {
  return a instanceof Counter ? a.less(b) : a - b;
}

export function mul(a: Any, b: Any): Any {
  return Array.isArray(a) ? Array.from({ length: Math.max(0, b) }, () => a).flat(1) : a * b;
}

export function mod(a: number, b: number): number {
  return ((a % b) + b) % b;
}

/** `a | b` of types: a flat list of classes. */
export function union(...types: Any[]): StructClass[] {
  return types.flat();
}

export function isinstance(value: Any, types: Any): boolean {
  return union(types).some((type) => value instanceof type);
}

export function at(container: Any, index: Any): Any {
  if (container instanceof Dict) return container.at(index);
  const place = index < 0 ? container.length + index : index;
  if (place < 0 || place >= container.length) throw new IndexError('index out of range');
  return container[place];
}

export function put(container: Any, index: Any, value: Any): void {
  if (container instanceof Dict) container.set(index, value);
  else container[index < 0 ? container.length + index : index] = value;
}

export function slice(container: Any, from: number | null, to: number | null): Any {
  return container.slice(from ?? 0, to ?? container.length);
}

export function assert(holds: boolean): asserts holds {
  if (!holds) throw new AssertionError('assertion failed');
}

export function getattr(value: Any, name: string, otherwise: Any): Any {
  return value instanceof Object && name in value ? value[name] : otherwise;
}

export function replace(value: Struct, changes: Record<string, Any>): Struct {
  const type = classOf(value);
  return new type(...type.fields.map((f) => (f in changes ? changes[f] : value[f])));
}

export function type(value: Any): Any {
  return value.constructor;
}

export const len = (value: Any): number => value.length as number;
export const list = (value: Iterable<Any> = []): Any[] => Array.from(value);
export const tuple = list;
export const set = (value: Iterable<Any> = []): PySet => new PySet(value);
export const any = (value: Iterable<Any>): boolean => list(value).some(truth);
export const all = (value: Iterable<Any>): boolean => list(value).every(truth);
export const sum = (value: Iterable<Any>): number => list(value).reduce((a, b) => a + b, 0);
export const reversed = (value: Iterable<Any>): Any[] => list(value).reverse();
export const enumerate = (value: Iterable<Any>): [number, Any][] =>
  list(value).map((item, i) => [i, item]);

export function range(a: number, b?: number, step = 1): number[] {
  const [from, to] = b === undefined ? [0, a] : [a, b];
  return Array.from({ length: Math.max(0, Math.ceil((to - from) / step)) }, (_, i) => from + i * step);
}

export function zip_longest(...lists: Iterable<Any>[]): Any[][] {
  const all_ = lists.map((one) => list(one));
  const most = Math.max(0, ...all_.map(len));
  return range(most).map((i) => all_.map((one) => (i < one.length ? one[i] : null)));
}

export function next(items: Iterable<Any>, ...otherwise: Any[]): Any {
  for (const item of items) return item;
  if (otherwise.length === 0) throw new StopIteration('nothing is left');
  return otherwise[0];
}

export function sorted(items: Iterable<Any>, by: Fn | null = null): Any[] {
  const keyed = list(items).map((item): [Any, Any] => [by === null ? item : by(item), item]);
  return keyed.sort(([a], [b]) => compare(a, b)).map(([, item]) => item);
}

interface Choice {
  key?: Fn;
  default?: Any;
}

function best(items: Any[], sign: number, choice: Choice): Any {
  if (items.length === 0) {
    if ('default' in choice) return choice.default;
    throw new ValueError('there is nothing to choose from');
  }
  const by = choice.key ?? ((item: Any) => item);
  return items.reduce((a, b) => (compare(by(b), by(a)) * sign > 0 ? b : a));
}

/** `min` and `max`: of one list, or of several arguments. */
export const min = (args: Any[], choice: Choice = {}): Any =>
  best(args.length === 1 ? list(args[0]) : args, -1, choice);
export const max = (args: Any[], choice: Choice = {}): Any =>
  best(args.length === 1 ? list(args[0]) : args, 1, choice);

export function str(value: Any): string {
  if (typeof value === 'string') return value;
  return value instanceof PythonError ? value.message : repr(value);
}

export function repr(value: Any): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'string') return `'${value}'`;
  if (Array.isArray(value)) return `[${value.map(repr).join(', ')}]`;
  if (value instanceof Struct) {
    const parts = classOf(value).fields.map((field) => `${field}=${repr(value[field])}`);
    return `${classOf(value).title}(${parts.join(', ')})`;
  }
  return String(value);
}

/** Methods of text and lists, by their names in Python. */
export const methods = {
  append: (it: Any[], item: Any): void => void it.push(item),
  index(it: Any[], item: Any): number {
    const found = it.findIndex((other) => eq(other, item));
    if (found < 0) throw new ValueError(`${repr(item)} is not in the list`);
    return found;
  },
  remove: (it: Any[], item: Any): void => void it.splice(methods.index(it, item), 1),
  pop: (it: Any[], place = -1): Any => it.splice(place, 1)[0],
  join: (it: string, parts: Iterable<string>): string => list(parts).join(it),
  upper: (it: string): string => it.toUpperCase(),
  lower: (it: string): string => it.toLowerCase(),
  replace: (it: string, a: string, b: string): string => it.replaceAll(a, b),
};

/** A function that goes by the class of its first argument, as `singledispatch` does. */
export function dispatch(otherwise: Fn): Fn & { register(type: Any, fn: Fn): void } {
  const known = new Map<Any, Fn>();
  const call = (...args: Any[]): Any => (known.get(args[0].constructor) ?? otherwise)(...args);
  return Object.assign(call, { register: (type: Any, fn: Fn) => void known.set(type, fn) });
}

/** A value as the wire has it. */
export function toWire(value: Any): Any {
  if (value instanceof Struct) {
    const type = classOf(value);
    if (type.arrayLike === true) return values(value).map(toWire);
    const plain: Record<string, Any> = type.tag === undefined ? {} : { type: type.tag };
    for (const field of type.fields) plain[field] = toWire(value[field]);
    return plain;
  }
  return Array.isArray(value) ? value.map(toWire) : value;
}

/** A value read from the wire; what lacks a field gets its default. */
export function fromWire(spec: Spec, plain: Any): Any {
  if (spec === 0 || plain === null || plain === undefined) return plain;
  if (typeof spec === 'function') return readStruct(spec, plain, {});
  if ('each' in spec) return plain.map((item: Any) => fromWire(spec.each, item));
  if ('of' in spec) return readStruct(spec.of, plain, spec.with);
  const found = spec.one.find(({ tag }) => tag === plain.type);
  if (found === undefined) throw new ValueError(`nothing is called ${repr(plain.type)}`);
  return readStruct(found, plain, {});
}

function readStruct(type: StructClass, plain: Any, given: Record<string, Spec>): Struct {
  const specs = { ...type.specs?.(), ...given };
  const read = (field: string, i: number) =>
    fromWire(specs[field] ?? 0, plain[type.arrayLike === true ? i : field]);
  return new type(...type.fields.map(read));
}
