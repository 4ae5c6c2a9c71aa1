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

resource "svc_slo" "availability" {
  name   = "Checkout answers"
  app_id = svc_project.checkout.id
  type   = "availability"
  target = 99.9
  window = "rolling30d"
}

data "svc_slo" "availability" {
  name = svc_slo.availability.name
}

# A warning with each plan while the error budget is spent: the moment to stop releasing.
check "error_budget" {
  assert {
    condition     = data.svc_slo.availability.status != "breached"
    error_message = "The error budget of Checkout is spent."
  }
}
