terraform {
  required_providers {
    svc = {
      source  = "svc/svc"
      version = "~> 0.1"
    }
  }
}

variable "webhook_id" {
  type        = string
  description = "The id of a webhook."
}

data "svc_webhook_deliveries" "given_up" {
  webhook_id = var.webhook_id
  status     = "failed"
}

output "what_went_wrong" {
  value = { for delivery in data.svc_webhook_deliveries.given_up.deliveries : delivery.event_type => delivery.error... }
}
