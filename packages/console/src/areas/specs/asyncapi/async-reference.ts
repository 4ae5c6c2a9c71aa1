import { asList, asObject, asText, type Untyped } from '../untyped.ts'
import {
  type ApiOperation,
  groupsOf,
  type Parameter,
  type Reference,
  resolved,
  schemasOf,
} from '../openapi/reference-of.ts'
import { messageOf, messagesIn, messagesOf, nameOf } from './messages.ts'

/** AsyncAPI 2 and 3 as a reference, with one operation for each action on a channel. */
export function asyncReferenceOf(document: Untyped): Reference {
  const isVersion3 = asText(document.asyncapi).startsWith('3')
  const info = asObject(document.info)
  const messages = Object.entries(asObject(asObject(document.components).messages))
  return {
    document,
    title: asText(info.title),
    version: asText(info.version),
    about: asText(info.description),
    servers: Object.values(asObject(document.servers)).map((server) => serverOf(resolved(document, server))),
    groups: groupsOf(
      isVersion3 ? { tags: info.tags } : document,
      isVersion3 ? fromVersion3(document) : fromVersion2(document),
    ),
    schemas: schemasOf(document),
    messages: messages.map(([name, message]) => messageOf(document, message, name)),
  }
}

function serverOf({ url, host, pathname, protocol }: Untyped): string {
  const address = asText(url) || `${asText(host)}${asText(pathname)}`
  return address.includes('://') || !asText(protocol) ? address : `${asText(protocol)}://${address}`
}

/** In version 2 a channel lists its own operations. */
const fromVersion2 = (document: Untyped): readonly ApiOperation[] =>
  Object.entries(asObject(document.channels)).flatMap(([address, given]) => {
    const channel = resolved(document, given)
    const verbs = ['subscribe', 'publish'].filter((verb) => Object.hasOwn(channel, verb))
    const about = asText(channel.description)
    const parameters = parametersOf(document, channel)
    if (verbs.length === 0) return [operationOf({ method: 'channel', path: address, about, parameters })]
    return verbs.map((verb) => {
      const operation = withTraits(document, channel[verb])
      return operationOf({
        ...saidOf(document, operation),
        method: verb,
        path: address,
        about: [about, asText(operation.description)].filter(Boolean).join('\n\n'),
        parameters,
        messages: messagesIn(document, operation.message),
      })
    })
  })

/** In version 3 operations are separate and point to their channels. */
function fromVersion3(document: Untyped): readonly ApiOperation[] {
  const channels = asObject(document.channels)
  const operations = Object.entries(asObject(document.operations)).map(([id, given]) => {
    const operation = withTraits(document, given)
    const channel = resolved(document, operation.channel)
    const reply = resolved(document, operation.reply)
    return operationOf({
      ...saidOf(document, operation),
      method: asText(operation.action) || 'operation',
      path: addressOf(channel, nameOf(operation.channel) || id),
      summary: asText(operation.summary) || asText(operation.title) || id,
      about: [channel.description, operation.description].map(asText).filter(Boolean).join('\n\n'),
      parameters: parametersOf(document, channel),
      messages: operation.messages ? messagesIn(document, operation.messages) : messagesOf(document, channel),
      replies: reply.messages
        ? messagesIn(document, reply.messages)
        : messagesOf(document, resolved(document, reply.channel)),
    })
  })
  const used = new Set(
    Object.values(asObject(document.operations)).map((given) => nameOf(resolved(document, given).channel)),
  )
  const others = Object.entries(channels).filter(([name]) => !used.has(name))
  return [
    ...operations,
    ...others.map(([name, given]) => {
      const channel = resolved(document, given)
      return operationOf({
        method: 'channel',
        tags: [operations.length > 0 ? 'Other channels' : 'Channels'],
        path: addressOf(channel, name),
        summary: asText(channel.summary) || asText(channel.title),
        about: asText(channel.description),
        parameters: parametersOf(document, channel),
        messages: messagesOf(document, channel),
      })
    }),
  ]
}

const addressOf = (channel: Untyped, name: string): string => asText(channel.address) || name

const saidOf = (document: Untyped, operation: Untyped) => ({
  summary: asText(operation.summary) || asText(operation.operationId),
  isDeprecated: operation.deprecated === true,
  tags: asList(operation.tags)
    .map((tag) => asText(resolved(document, tag).name))
    .filter(Boolean),
})

/** Merges traits into an operation, whose own fields win. */
function withTraits(document: Untyped, given: unknown): Untyped {
  const own = resolved(document, given)
  return Object.assign({}, ...asList(own.traits).map((trait) => resolved(document, trait)), own)
}

const parametersOf = (document: Untyped, { parameters }: Untyped): readonly Parameter[] =>
  Object.entries(asObject(parameters)).map(([name, given]) => {
    const { description, schema, enum: words, default: usual } = resolved(document, given)
    return {
      name,
      place: 'address',
      isRequired: true,
      about: asText(description),
      schema: schema ?? { type: 'string', enum: words, default: usual },
    }
  })

type Known = Partial<ApiOperation> & Pick<ApiOperation, 'method' | 'path'>

const operationOf = ({ method, path, ...known }: Known): ApiOperation => ({
  summary: '',
  about: '',
  isDeprecated: false,
  tags: [],
  parameters: [],
  body: null,
  answers: [],
  security: [],
  servers: [],
  messages: [],
  replies: [],
  ...known,
  key: `${method} ${path} ${known.summary ?? ''}`.trim(),
  method: method.toUpperCase(),
  path,
})
