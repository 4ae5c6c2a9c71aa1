terraform {
  required_providers {
    svc = {
      source  = "svc/svc"
      version = "~> 0.1"
    }
  }
}

data "svc_user" "lead" {
  email = "owner@example.com"
}

resource "svc_team" "payments" {
  name        = "Payments"
  lead_uid    = data.svc_user.lead.id
  member_uids = [data.svc_user.lead.id]
}
