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

# By name, wherever the project is kept: here beside it, usually in another configuration.
data "svc_project" "checkout" {
  name = svc_project.checkout.name
}

resource "svc_slo" "availability" {
  name   = "Checkout answers"
  app_id = data.svc_project.checkout.id
  type   = "availability"
  target = 99.9
  window = "rolling30d"
}
