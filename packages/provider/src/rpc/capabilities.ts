/** A process answers every call without having been asked for its schema, so the host may keep that. */
export const serverCapabilities = { getProviderSchemaOptional: true }
