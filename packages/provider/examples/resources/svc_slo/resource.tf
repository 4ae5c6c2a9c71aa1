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

# Measured by svc itself, every quarter hour, where the observability integration names a Prometheus server.
resource "svc_slo" "availability" {
  name        = "Checkout answers"
  app_id      = svc_project.checkout.id
  type        = "availability"
  target      = 99.9
  window      = "rolling30d"
  data_source = "prometheus:100 * sum(rate(http_requests_total{app=\"checkout\",code!~\"5..\"}[30d])) / sum(rate(http_requests_total{app=\"checkout\"}[30d]))"
}

# Measured elsewhere, once a week: whoever measures writes current_value through the API.
resource "svc_slo" "throughput" {
  name   = "Checkout keeps up on Mondays"
  app_id = svc_project.checkout.id
  type   = "throughput"
  target = 500
  unit   = "orders per minute"
  window = "calendarMonth"

  objective         = "atLeast"
  freshness_minutes = 10080
}
