terraform {
  required_providers {
    svc = {
      source  = "svc/svc"
      version = "~> 0.1"
    }
  }
}

# Ephemeral values, which need OpenTofu 1.11 or Terraform 1.11, are in no plan and no state.
# This one is "svc_scim_" and the output of "openssl rand -hex 24": a pipeline passes it in
# TF_VAR_scim_secret, or it comes from an ephemeral resource of your secrets manager.
variable "scim_secret" {
  type        = string
  description = "The secret of the SCIM token."
  ephemeral   = true
  sensitive   = true
}

resource "svc_identity_provider" "entra" {
  name     = "Entra ID"
  protocol = "oidc"
  vendor   = "entra"

  oidc = {
    issuer    = "https://login.microsoftonline.com/11111111-2222-3333-4444-555555555555/v2.0"
    client_id = "66666666-7777-8888-9999-000000000000"
  }
}

resource "svc_scim_token" "entra" {
  name                 = "Entra ID"
  identity_provider_id = svc_identity_provider.entra.id

  token_wo = var.scim_secret

  # With another number, the token is replaced and gets the secret of that time.
  token_wo_version = 1

  # The old one ends only when the new one is there.
  lifecycle {
    create_before_destroy = true
  }
}
