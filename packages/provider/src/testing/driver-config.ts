import { type Diagnostic, error, type Path, spelledPath } from '../protocol/diagnostic.ts'
import { type Attribute, type Attributes, isNested, type NestedAttribute } from '../protocol/schema.ts'
import { isList, isObject, type ObjectValue, type Value } from '../protocol/value.ts'

/** A configuration with every attribute that was left out as null, also inside nested objects. */
export function wholeConfig(attributes: Attributes, written: ObjectValue): ObjectValue {
  const all = Object.entries(attributes).map(([name, attribute]) => [
    name,
    wholeValue(attribute, written[name] ?? null),
  ])
  return { ...written, ...Object.fromEntries(all) }
}

function wholeValue(attribute: Attribute, written: Value): Value {
  if (!isNested(attribute)) return written
  const whole = (value: Value): Value => (isObject(value) ? wholeConfig(attribute.attributes, value) : value)
  if (attribute.nesting === 'single') return whole(written)
  if (isList(written)) return written.map(whole)
  if (!isObject(written)) return written
  return Object.fromEntries(Object.entries(written).map(([key, value]) => [key, whole(value)]))
}

/** What a host finds wrong by itself, without asking the provider. */
export function configProblems(
  attributes: Attributes,
  config: ObjectValue,
  path: Path = [],
): readonly Diagnostic[] {
  const extra = Object.keys(config).filter((name) => !Object.hasOwn(attributes, name))
  return [
    ...extra.map((name) => error('Unsupported argument', `There is no "${name}" here.`, [...path, name])),
    ...Object.entries(attributes).flatMap(([name, attribute]) =>
      valueProblems(attribute, config[name] ?? null, [...path, name]),
    ),
  ]
}

function valueProblems(attribute: Attribute, value: Value, path: Path): readonly Diagnostic[] {
  const name = spelledPath(path)
  if (attribute.presence === 'required' && value === null) {
    return [error('Missing required argument', `"${name}" must be given.`, path)]
  }
  if (attribute.presence === 'computed' && value !== null) {
    return [error('Value for unconfigurable attribute', `"${name}" is for the provider to say.`, path)]
  }
  return isNested(attribute) ? nestedProblems(attribute, value, path) : []
}

function nestedProblems(
  { nesting, attributes }: NestedAttribute,
  value: Value,
  path: Path,
): readonly Diagnostic[] {
  if (nesting === 'single') return isObject(value) ? configProblems(attributes, value, path) : []
  const entries = isList(value) ? [...value.entries()] : isObject(value) ? Object.entries(value) : []
  return entries.flatMap(([key, element]) =>
    isObject(element) ? configProblems(attributes, element, [...path, key]) : [],
  )
}
