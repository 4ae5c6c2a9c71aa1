terraform {
  required_providers {
    svc = {
      source  = "svc/svc"
      version = "~> 0.1"
    }
  }
}

resource "svc_team" "payments" {
  name = "Payments"

  # Who is in it is decided by the group below.
  lifecycle {
    ignore_changes = [member_uids]
  }
}

# People whom the directory puts into this group, over SCIM, are in the team.
resource "svc_group_mapping" "payments" {
  source  = "scim"
  group   = "payments-engineers"
  team_id = svc_team.payments.id
  mode    = "live"
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

# Whoever signs in through Entra ID and is in this group, by its object id, is an admin.
resource "svc_group_mapping" "admins" {
  source               = "idp"
  identity_provider_id = svc_identity_provider.entra.id
  group                = "6b8f5a0e-3c1d-4e0f-9a57-2f1f0f0a9c11"
  role                 = "admin"
}
