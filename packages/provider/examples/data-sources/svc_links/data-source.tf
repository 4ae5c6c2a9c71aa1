terraform {
  required_providers {
    svc = {
      source  = "svc/svc"
      version = "~> 0.1"
    }
  }
}

resource "svc_project" "checkout" {
  name = "Checkout"
}

data "svc_links" "dashboards" {
  entity_kind = "component"
  entity_id   = svc_project.checkout.id
  type        = "dashboard"
}

output "dashboards_of_checkout" {
  value = { for link in data.svc_links.dashboards.links : link.title => link.url }
}
