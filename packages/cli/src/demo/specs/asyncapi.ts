import type { Api } from '../company/apis.ts'
import { type Interface, pascal, subjectOf } from './interface.ts'
import { versionOf } from './openapi.ts'
import { refTo, schemasOf } from './schemas.ts'

/** An interface of events: one channel, with a message for each. */
export function toAsyncApi(api: Api, { types, offers }: Interface): string {
  const channel = subjectOf(api).toLowerCase().replaceAll(' ', '-')
  const messageOf = (name: string) => `${pascal(subjectOf(api))}${pascal(name)}`
  const names = offers.map(({ name }) => messageOf(name))
  return JSON.stringify(
    {
      asyncapi: '3.0.0',
      info: { title: api.name, version: versionOf(api), description: api.description ?? undefined },
      servers: { events: { host: 'events.brambling.example', protocol: 'kafka' } },
      channels: {
        [channel]: {
          address: `${channel}.v1`,
          messages: Object.fromEntries(
            names.map((name) => [name, { $ref: `#/components/messages/${name}` }]),
          ),
        },
      },
      operations: {
        [`publish${pascal(channel)}`]: { action: 'send', channel: { $ref: `#/channels/${channel}` } },
      },
      components: {
        messages: Object.fromEntries(
          offers.map(({ name, types: [type = ''], about }) => [
            messageOf(name),
            { title: messageOf(name), summary: about, payload: refTo(type) },
          ]),
        ),
        schemas: schemasOf(types),
      },
    },
    null,
    2,
  )
}
