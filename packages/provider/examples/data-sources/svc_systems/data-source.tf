terraform {
  required_providers {
    svc = {
      source  = "svc/svc"
      version = "~> 0.1"
    }
  }
}

resource "svc_domain" "commerce" {
  name = "Commerce"
}

resource "svc_system" "ordering" {
  name      = "Ordering"
  domain_id = svc_domain.commerce.id
}

data "svc_systems" "commerce" {
  domain_id = svc_domain.commerce.id

  depends_on = [svc_system.ordering]
}

output "systems_of_commerce" {
  value = [for system in data.svc_systems.commerce.systems : system.name]
}
