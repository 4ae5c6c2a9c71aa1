terraform {
  required_providers {
    svc = {
      source  = "svc/svc"
      version = "~> 0.1"
    }
  }
}

resource "svc_resource" "orders_db" {
  name        = "orders-db"
  kind        = "database"
  external_id = "arn:aws:rds:eu-west-1:123456789012:db:orders"
}

# By name, wherever the resource is kept: here beside it, usually in another configuration.
data "svc_resource" "orders_db" {
  name = svc_resource.orders_db.name
}

output "arn_of_orders_db" {
  value = data.svc_resource.orders_db.external_id
}
