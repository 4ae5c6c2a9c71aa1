/** Where the provider "svc/svc" comes from: a folder to run it from as it is, or one to install it from. */
export type ProviderPlace = { readonly devOverride: string } | { readonly mirror: string }

/** A file for TF_CLI_CONFIG_FILE. Without a `direct` installation nothing is asked of a registry. */
export function settingsFor(place: ProviderPlace): string {
  const installation =
    'mirror' in place
      ? `filesystem_mirror { path = ${JSON.stringify(place.mirror)} }`
      : `dev_overrides { "svc/svc" = ${JSON.stringify(place.devOverride)} }`
  return `disable_checkpoint = true\nprovider_installation {\n  ${installation}\n}\n`
}

/** Nothing of ours but the PATH: a TF_… that someone has set for their own work would change the outcome. */
export function environmentFor(home: string, settings: string): Readonly<Record<string, string>> {
  return {
    PATH: process.env.PATH ?? '',
    HOME: home,
    TF_CLI_CONFIG_FILE: settings,
    TF_CLI_ARGS: '-no-color',
    TF_INPUT: '0',
    TF_IN_AUTOMATION: '1',
    CHECKPOINT_DISABLE: '1',
  }
}
