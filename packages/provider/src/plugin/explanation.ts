/** For a person who has started the program by hand. */
export function explanation(addresses: readonly string[]): string {
  const [address = ''] = addresses
  const [, namespace = '', type = ''] = address.split('/')
  return `This is terraform-provider-${type}, a plugin that OpenTofu and Terraform start by themselves.

To use it, name it in a configuration and run "tofu init":

  terraform {
    required_providers {
      ${type} = {
        source = "${namespace}/${type}"
      }
    }
  }

To watch it at work, for example with a debugger, start it with --debug: it says how a host attaches to it.
`
}
