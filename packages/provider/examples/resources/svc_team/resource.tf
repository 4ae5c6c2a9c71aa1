terraform {
  required_providers {
    svc = {
      source  = "svc/svc"
      version = "~> 0.1"
    }
  }
}

# Members are added by an administrator or by signing in, and looked up here.
data "svc_user" "lead" {
  email = "owner@example.com"
}

resource "svc_team" "payments" {
  name          = "Payments"
  description   = "Everything that moves money."
  color         = "#0b7285"
  slack_channel = "#team-payments"
  channel_url   = "https://acme.slack.com/archives/C024BE91L"
  lead_uid      = data.svc_user.lead.id
  member_uids   = [data.svc_user.lead.id]
}
