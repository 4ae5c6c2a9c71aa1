terraform {
  required_providers {
    svc = {
      source  = "svc/svc"
      version = "~> 0.1"
    }
  }
}

variable "issue_comment_id" {
  type        = string
  description = "Its id, such as cmt_01jcq8z3v1000a7k2m9x4q6r8t."
}

data "svc_issue_comment" "example" {
  id = var.issue_comment_id
}
