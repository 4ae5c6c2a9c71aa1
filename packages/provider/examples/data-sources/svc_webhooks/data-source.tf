terraform {
  required_providers {
    svc = {
      source  = "svc/svc"
      version = "~> 0.1"
    }
  }
}

data "svc_webhooks" "all" {}

output "disabled" {
  value = { for webhook in data.svc_webhooks.all.webhooks : webhook.url => webhook.disabled_reason if webhook.status == "disabled" }
}
