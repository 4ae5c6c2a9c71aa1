terraform {
  required_providers {
    svc = {
      source  = "svc/svc"
      version = "~> 0.1"
    }
  }
}

variable "project_id" {
  type        = string
  description = "A project whose errors are collected, such as prj_01jcq8z3v1000a7k2m9x4q6r8t."
}

data "svc_error_tracker" "this" {
  app_id = var.project_id
}

# The snapshot is null until the provider was asked.
output "open_errors" {
  value = try(data.svc_error_tracker.this.snapshot.total_open, null)
}
