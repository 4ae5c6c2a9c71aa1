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

# By name, wherever the domain is kept: here beside it, usually in the platform team's configuration.
data "svc_domain" "commerce" {
  name = svc_domain.commerce.name
}

resource "svc_system" "ordering" {
  name      = "Ordering"
  domain_id = data.svc_domain.commerce.id
}
