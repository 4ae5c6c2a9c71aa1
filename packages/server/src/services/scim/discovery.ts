import { type Attribute, type ResourceType, resourceTypes, type Schema } from './attributes.ts'
import { maxResults } from './directory.ts'

/** What a directory can find out about this server (RFC 7643, 5 to 7). */

const schemaUrn = 'urn:ietf:params:scim:schemas:core:2.0'

export const serviceProviderConfig = (url: string) => ({
  schemas: [`${schemaUrn}:ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'A SCIM token of the organisation, in the header Authorization.',
      specUri: 'https://www.rfc-editor.org/info/rfc6750',
      primary: true,
    },
  ],
  meta: {
    resourceType: 'ServiceProviderConfig',
    location: `${url}/ServiceProviderConfig`,
  },
})

const schemas: readonly Schema[] = resourceTypes.flatMap(({ schema, extensions }) => [schema, ...extensions])

const described = ({ name, type, description, parts, refersTo, choices, ...is }: Attribute): object => ({
  name,
  type,
  multiValued: is.isMultiple ?? false,
  description,
  required: is.isRequired ?? false,
  ...(type !== 'boolean' && type !== 'complex' && { caseExact: is.isCaseExact ?? false }),
  mutability: is.isReadOnly ? 'readOnly' : is.isDerived ? 'immutable' : 'readWrite',
  returned: 'default',
  ...(type !== 'boolean' && { uniqueness: is.isUnique ? 'server' : 'none' }),
  ...(choices && { canonicalValues: choices }),
  ...(refersTo && { referenceTypes: refersTo }),
  ...(parts && { subAttributes: parts.map(described) }),
})

const schemaResource = (url: string, { urn, name, description, attributes }: Schema) => ({
  schemas: [`${schemaUrn}:Schema`],
  id: urn,
  name,
  description,
  attributes: attributes.map(described),
  meta: { resourceType: 'Schema', location: `${url}/Schemas/${urn}` },
})

export const allSchemas = (url: string): readonly object[] => schemas.map((one) => schemaResource(url, one))

export function schemaNamed(url: string, urn: string): object | undefined {
  const found = schemas.find((one) => one.urn.toLowerCase() === urn.toLowerCase())
  return found && schemaResource(url, found)
}

const typeResource = (url: string, { name, endpoint, description, schema, extensions }: ResourceType) => ({
  schemas: [`${schemaUrn}:ResourceType`],
  id: name,
  name,
  endpoint,
  description,
  schema: schema.urn,
  ...(extensions.length > 0 && {
    schemaExtensions: extensions.map(({ urn }) => ({ schema: urn, required: false })),
  }),
  meta: { resourceType: 'ResourceType', location: `${url}/ResourceTypes/${name}` },
})

export const allResourceTypes = (url: string): readonly object[] =>
  resourceTypes.map((one) => typeResource(url, one))

export function resourceTypeNamed(url: string, name: string): object | undefined {
  const found = resourceTypes.find((one) => one.name.toLowerCase() === name.toLowerCase())
  return found && typeResource(url, found)
}
