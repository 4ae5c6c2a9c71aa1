terraform {
  required_providers {
    svc = {
      source  = "svc/svc"
      version = "~> 0.1"
    }
  }
}

resource "svc_resource" "orders_db" {
  name          = "orders-db"
  kind          = "database"
  provider_name = "aws"
}

# Databases on AWS that belong to nobody.
data "svc_resources" "databases" {
  kind          = "database"
  provider_name = "aws"

  depends_on = [svc_resource.orders_db]
}

output "databases_without_owner" {
  value = [for database in data.svc_resources.databases.resources : database.name if database.owner_team_id == null]
}
