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
  description = "The id of a webhook. Webhooks are kept by administrators, not as code: their secret is shown once."
}

data "svc_webhook" "chat" {
  id = var.webhook_id
}

output "why_it_is_silent" {
  value = data.svc_webhook.chat.disabled_reason
}
