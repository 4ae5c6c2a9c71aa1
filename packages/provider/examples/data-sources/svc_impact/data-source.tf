terraform {
  required_providers {
    svc = {
      source  = "svc/svc"
      version = "~> 0.1"
    }
  }
}

resource "svc_resource" "orders_db" {
  name = "orders-db"
  kind = "database"
}

# Who is hit if the database fails.
data "svc_impact" "orders_db" {
  of = "resource:${svc_resource.orders_db.id}"
}

output "teams_to_tell_before_maintenance" {
  value = data.svc_impact.orders_db.teams[*].name
}

check "nothing_at_stake_is_breached" {
  assert {
    condition     = !contains(data.svc_impact.orders_db.slos[*].status, "breached")
    error_message = "An SLO that depends on orders-db has no error budget left: put the maintenance off."
  }
}
