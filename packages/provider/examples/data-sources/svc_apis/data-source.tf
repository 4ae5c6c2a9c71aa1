terraform {
  required_providers {
    svc = {
      source  = "svc/svc"
      version = "~> 0.1"
    }
  }
}

resource "svc_api" "orders" {
  name            = "Orders API"
  kind            = "openapi"
  lifecycle_stage = "production"
  tags            = ["public"]
}

# Public APIs that have no specification to show.
data "svc_apis" "public" {
  kind            = "openapi"
  lifecycle_stage = "production"
  tag             = "public"

  depends_on = [svc_api.orders]
}

output "public_apis_without_specification" {
  value = [for api in data.svc_apis.public.apis : api.name if api.spec_url == null]
}
