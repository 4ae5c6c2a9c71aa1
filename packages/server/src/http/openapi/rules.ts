import type { JsonSchema, Operation } from '@svc/model'

/**
 * An operation's body with the rules over several of its fields. Only for the description: the server applies
 * the rules themselves, whose messages are better.
 */
export function withRules({ body, bodyRule, kind, verb }: Operation): JsonSchema | undefined {
  const rules = [...(kind?.rules ?? []).map(({ schema }) => schema), bodyRule].filter(
    (rule) => rule !== undefined,
  )
  if (!body) return undefined
  const sent = asSent(body)
  return rules.length === 0
    ? sent
    : { ...sent, allOf: verb === 'update' ? rules.map(withoutRequired) : rules }
}

/** Fields that only the service sets may be sent back as they were read: they are ignored, not refused. */
function asSent({ readOnly: _, ...schema }: JsonSchema): JsonSchema {
  const members = Object.entries(schema.properties ?? {}).map(
    ([key, member]) => [key, asSent(member)] as const,
  )
  return schema.properties ? { ...schema, properties: Object.fromEntries(members) } : schema
}

/** What a change leaves out, the record already has. */
function withoutRequired({ then: given, anyOf, ...rule }: JsonSchema): JsonSchema {
  const then = given && withoutNames(given)
  return {
    ...rule,
    ...(then && { then }),
    ...(anyOf && { anyOf: anyOf.map(withoutNames) }),
  }
}

const withoutNames = ({ required: _, ...rule }: JsonSchema): JsonSchema => rule
