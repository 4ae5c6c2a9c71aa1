import { tokenScopes } from '@svc/model'

/** How programs find our addresses (RFC 8414). */
export const metadataOf = (url: string, grantTypes: Iterable<string>) => ({
  issuer: url,
  authorization_endpoint: `${url}/oauth/authorize`,
  token_endpoint: `${url}/oauth/token`,
  device_authorization_endpoint: `${url}/oauth/device_authorization`,
  revocation_endpoint: `${url}/oauth/revoke`,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: [...grantTypes],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  scopes_supported: [...tokenScopes],
  authorization_response_iss_parameter_supported: true,
  service_documentation: `${url}/docs`,
})
