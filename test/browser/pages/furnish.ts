import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Client } from '@svc/client'

export interface Furnished {
  /** The id of a project with data of every kind. */
  readonly projectId: string
  /** The id of an API whose spec can be read. */
  readonly specifiedId: string
  close(): Promise<void>
}

/** Adds to the demo catalog what only people create, so that no page is empty. */
export async function furnish(client: Client): Promise<Furnished> {
  const { items: projects } = await client.project.page({ q: 'checkout', limit: 1 })
  const { items: apis } = await client.api.page({ q: 'checkout', limit: 1 })
  const [projectId = '', specifiedId = ''] = [projects[0]?.id, apis[0]?.id]
  const spec = await serveSpec()
  await client.api.update(specifiedId, { specUrl: spec.url })
  for (const [title, type, url] of links) {
    await client.link.create({ title, type, url, entityKind: 'component', entityId: projectId })
  }
  const { items: issues } = await client.issue.page({ limit: 1 })
  await client.issueComment.create({
    issueId: issues[0]?.id ?? '',
    bodyMd: 'Only cards that were saved before **May** fail.',
  })
  await client.view.create({
    ...{ name: 'Tier 1 without an owner', kind: 'project', query: 'tier:1 no:owner', visibility: 'shared' },
  })
  await client.call('createToken', { body: { name: 'laptop', scopes: ['read', 'write'] } })
  await client.call('createApiKey', { body: { name: 'Pipeline', scopes: ['read', 'ingest'] } })
  const webhook = await client.call('createWebhook', {
    body: { url: 'https://hooks.example.com/svc', description: 'The deploy bot', eventTypes: ['issue.*'] },
  })
  await client.call('testWebhook', { params: { webhookId: webhook.id } })
  const { record: provider } = await client.identityProvider.create({
    name: 'Company login',
    protocol: 'oidc',
  })
  await client.ssoDomain.create({ normalizedDomain: 'example.com', identityProviderId: provider.id })
  await client.groupMapping.create({
    ...{ source: 'idp', identityProviderId: provider.id, group: 'platform-engineers', role: 'member' },
  })
  await client.workloadTrust.create({
    name: 'Deployments of the shop',
    issuer: 'https://token.actions.githubusercontent.com',
    audience: 'https://svc.example.com',
    conditions: { repository_id: '1296269' },
  })
  await callByScim(client)
  return { projectId, specifiedId, close: spec.close }
}

/** A directory that svc has accepted something from, and refused something. */
async function callByScim(client: Client): Promise<void> {
  const { token } = await client.call('createScimToken', { body: { name: 'Company directory' } })
  const { url } = await client.call('getScimStatus')
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' }
  const userName = 'robin@elsewhere.example'
  for (const body of [{ userName, emails: [{ value: userName }] }, { displayName: 'No user name' }])
    await fetch(`${url}/Users`, { method: 'POST', headers, body: JSON.stringify(body) })
}

const links = [
  ['Latency and errors', 'dashboard', 'https://grafana.example.com/d/checkout'],
  ['How a basket becomes an order', 'docs', 'https://wiki.example.com/checkout'],
] as const

/** A spec is read from where it is kept, so it is kept somewhere. */
async function serveSpec(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(checkoutSpec))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/openapi.json`,
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  }
}

const basketId = {
  name: 'basketId',
  in: 'path',
  required: true,
  description: 'Which basket.',
  schema: { type: 'string', minLength: 8, maxLength: 40 },
}
const answer = (description: string, schema: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
})

const checkoutSpec = {
  openapi: '3.1.0',
  info: {
    title: 'Checkout API',
    version: '2.4.0',
    description: 'From a full basket to a confirmed order. *Prices are in cents.*',
  },
  servers: [{ url: 'https://api.example.com/checkout' }],
  tags: [{ name: 'Baskets', description: 'What somebody is about to buy.' }, { name: 'Orders' }],
  paths: {
    '/baskets/{basketId}': {
      get: {
        tags: ['Baskets'],
        operationId: 'getBasket',
        summary: 'Read a basket',
        parameters: [basketId],
        responses: {
          200: answer('The basket.', 'Basket'),
          404: answer('There is no such basket.', 'Problem'),
        },
      },
    },
    '/baskets/{basketId}/orders': {
      post: {
        tags: ['Orders'],
        operationId: 'placeOrder',
        summary: 'Make an order of a basket',
        description: 'Reserves the delivery slot for ten minutes while the payment is on its way.',
        parameters: [basketId],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/NewOrder' } } },
        },
        responses: { 201: answer('The order.', 'Order'), 409: answer('The slot is taken.', 'Problem') },
      },
    },
  },
  components: {
    schemas: {
      Basket: {
        type: 'object',
        required: ['id', 'lines'],
        properties: {
          id: { type: 'string' },
          lines: { type: 'array', items: { $ref: '#/components/schemas/Line' } },
        },
      },
      Line: {
        type: 'object',
        required: ['article', 'count'],
        properties: {
          article: { type: 'string', description: 'The number of the article.' },
          count: { type: 'integer', minimum: 1, maximum: 99 },
        },
      },
      NewOrder: {
        type: 'object',
        required: ['slot'],
        properties: { slot: { type: 'string', format: 'date-time', description: 'When it is to be there.' } },
      },
      Order: {
        type: 'object',
        properties: {
          id: { type: 'string' },
          state: { type: 'string', enum: ['placed', 'paid', 'packed', 'delivered'] },
        },
      },
      Problem: { type: 'object', properties: { title: { type: 'string' }, detail: { type: 'string' } } },
    },
  },
}
