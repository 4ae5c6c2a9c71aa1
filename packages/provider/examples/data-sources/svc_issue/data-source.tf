terraform {
  required_providers {
    svc = {
      source  = "svc/svc"
      version = "~> 0.1"
    }
  }
}

variable "issue_id" {
  type        = string
  description = "An issue, such as iss_01jcq8z3v1000a7k2m9x4q6r8t. Issues are kept by people, not as code."
}

data "svc_issue" "blocker" {
  id = var.issue_id
}

output "is_solved" {
  value = data.svc_issue.blocker.status_group == "done"
}
