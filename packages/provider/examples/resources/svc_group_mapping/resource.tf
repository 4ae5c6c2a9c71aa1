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

data "svc_identity_providers" "all" {}

# Whoever signs in through Entra ID and is in this group, by its object id, is an admin.
resource "svc_group_mapping" "admins" {
  source               = "idp"
  identity_provider_id = data.svc_identity_providers.all.providers[0].id
  group                = "6b8f5a0e-3c1d-4e0f-9a57-2f1f0f0a9c11"
  role                 = "admin"
}
