terraform {
  required_providers {
    svc = {
      source  = "svc/svc"
      version = "~> 0.1"
    }
  }
}

resource "svc_system" "ordering" {
  name = "Ordering"
}

# By name, wherever the system is kept: here beside it, usually in another configuration.
data "svc_system" "ordering" {
  name = svc_system.ordering.name
}

resource "svc_scorecard" "ordering" {
  name             = "Ordering hygiene"
  applicable_kinds = ["component"]
  rules            = [{ type = "has_owner_team", label = "Has an owner", weight = 1 }]
  scope_system_id  = data.svc_system.ordering.id
}
