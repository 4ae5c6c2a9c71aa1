/** The default registry of each tool, for a source without a host. */
export const registries = {
  opentofu: 'registry.opentofu.org',
  terraform: 'registry.terraform.io',
} as const

/** The rest of the provider's address: namespace and type. */
export const source = ['svc', 'svc'] as const
