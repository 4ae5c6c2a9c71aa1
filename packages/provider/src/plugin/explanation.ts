/** Shown if the program was started by hand. */
export function explanation(addresses: readonly string[]): string {
  const [address = ''] = addresses
  const [, namespace = '', type = ''] = address.split('/')
  return `This is terraform-provider-${type}, a plugin that OpenTofu and Terraform start automatically.

To use it, name it in a configuration and run "tofu init":

  terraform {
    required_providers {
      ${type} = {
        source = "${namespace}/${type}"
      }
    }
  }

To debug it, start it with --debug: it prints how to attach to it.
`
}
