/** Every call works without a prior schema request, so the host may cache the schema. */
export const serverCapabilities = { getProviderSchemaOptional: true }
