import type { Client } from '@svc/client'

export interface Furnished {
  /** The id of a project with data of every kind. */
  readonly projectId: string
  /** The id of an API whose spec can be read. */
  readonly specifiedId: string
}

/** Adds to the demo catalog what only people create, so that no page is empty. */
export async function furnish(client: Client): Promise<Furnished> {
  const { items: projects } = await client.project.page({ q: 'checkout', limit: 1 })
  const { items: apis } = await client.api.page({ q: 'Checkout API', limit: 1 })
  const [projectId = '', specifiedId = ''] = [projects[0]?.id, apis[0]?.id]
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
  return { projectId, specifiedId }
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
