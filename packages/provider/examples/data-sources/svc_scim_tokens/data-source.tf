terraform {
  required_providers {
    svc = {
      source  = "svc/svc"
      version = "~> 0.1"
    }
  }
}

# A token that no directory has used for long can go.
data "svc_scim_tokens" "all" {}

output "directories" {
  value = { for token in data.svc_scim_tokens.all.scim_tokens : token.name => token.last_used_at }
}
