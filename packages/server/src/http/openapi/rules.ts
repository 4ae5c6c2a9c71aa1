import type { JsonSchema, Operation } from '@svc/model'

/**
 * An operation's body with the rules over several of its fields. Only described here: the server asks the rules
 * themselves, which say better what is wrong.
 */
export function withRules({ body, kind, verb }: Operation): JsonSchema | undefined {
  const rules = kind?.rules?.flatMap(({ schema }) => schema ?? []) ?? []
  if (!body || rules.length === 0) return body
  return { ...body, allOf: verb === 'update' ? rules.map(withoutRequired) : rules }
}

/** What a change leaves out, the record has already. */
function withoutRequired({ then: given, ...rule }: JsonSchema): JsonSchema {
  if (!given) return rule
  const { required: _, ...then } = given
  return { ...rule, then }
}
