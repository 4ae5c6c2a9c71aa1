terraform {
  required_providers {
    svc = {
      source  = "svc/svc"
      version = "~> 0.1"
    }
  }
}

variable "keyword" {
  type        = string
  description = "The keyword of a vault item. Vault items are kept by administrators, not as code."
}

# What may be known of the item: its value never leaves the vault.
data "svc_secret" "payment_key" {
  keyword = var.keyword
}

output "changed_at" {
  value = data.svc_secret.payment_key.updated_at
}
