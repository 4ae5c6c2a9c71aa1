import { asList, asObject, asText, type Untyped } from '../untyped.ts'
import { type Message, resolved } from '../openapi/reference-of.ts'

/** The last segment of a reference: `#/channels/orders` is called orders. */
export function nameOf(value: unknown): string {
  const reference = asText(asObject(value).$ref)
  return reference.slice(reference.lastIndexOf('/') + 1).replace(/~1/g, '/')
}

/** A single message, a `oneOf`, or a list. */
export function messagesIn(document: Untyped, given: unknown): readonly Message[] {
  if (given === undefined || given === null) return []
  if (Array.isArray(given)) return given.map((one) => messageOf(document, one, nameOf(one)))
  const { oneOf } = asObject(given)
  return Array.isArray(oneOf) ? messagesIn(document, oneOf) : [messageOf(document, given, nameOf(given))]
}

/** The messages of a channel, by their names there. */
export const messagesOf = (document: Untyped, { messages }: Untyped): readonly Message[] =>
  Object.entries(asObject(messages)).map(([name, one]) => messageOf(document, one, name))

export function messageOf(document: Untyped, given: unknown, called: string): Message {
  const own = resolved(document, given)
  const traits = asList(own.traits).map((trait) => resolved(document, trait))
  const message: Untyped = Object.assign({}, ...traits, own)
  const payload = asObject(message.payload)
  // In version 3 a payload may name the format of its schema.
  const isWrapped = Object.hasOwn(payload, 'schemaFormat') && Object.hasOwn(payload, 'schema')
  const form = asText(isWrapped ? payload.schemaFormat : message.schemaFormat)
  const [example] = asList(message.examples).map(asObject)
  return {
    name: asText(message.name) || called,
    title: asText(message.title) || asText(message.summary),
    about: asText(message.description) || asText(message.summary),
    mediaType: asText(message.contentType) || asText(document.defaultContentType),
    headers: message.headers,
    payload: isWrapped ? payload.schema : message.payload,
    language: isJsonSchema(form) ? '' : form,
    example: example?.payload ?? undefined,
  }
}

const isJsonSchema = (form: string): boolean => form === '' || /asyncapi|openapi|schema\+|raml/i.test(form)
