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
}

# By name, wherever the team is kept: here beside it, usually in another configuration.
data "svc_team" "payments" {
  name = svc_team.payments.name
}

resource "svc_project" "checkout" {
  name          = "Checkout"
  owner_team_id = data.svc_team.payments.id
}
