import type { CatalogError } from '@svc/model'
import { ScimRefusal } from '../../services/scim/refusal.ts'
import type { Resource } from '../../services/scim/resources.ts'
import type { Answer } from '../answer.ts'

const type = { 'content-type': 'application/scim+json; charset=utf-8', 'cache-control': 'no-store' } as const
const messages = 'urn:ietf:params:scim:api:messages:2.0'

export const scimJson = (
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): Answer => ({
  status,
  body: JSON.stringify(value),
  headers: { ...type, ...headers },
})

export const scimNothing: Answer = { status: 204 }

/** A resource with its version; `shown` is as much of it as was asked for. */
export const resourceAnswer = (status: 200 | 201, { meta }: Resource, shown: object): Answer => ({
  ...scimJson(status, shown, status === 201 ? { location: meta.location } : {}),
  etag: meta.version,
})

export const listResponse = (total: number, startIndex: number, resources: readonly object[]): Answer =>
  scimJson(200, {
    schemas: [`${messages}:ListResponse`],
    totalResults: total,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  })

export const scimError = (problem: CatalogError): Answer =>
  scimJson(
    problem.status,
    {
      schemas: [`${messages}:Error`],
      status: String(problem.status),
      ...(problem instanceof ScimRefusal && problem.scimType && { scimType: problem.scimType }),
      detail: problem.message,
    },
    problem.headers,
  )
