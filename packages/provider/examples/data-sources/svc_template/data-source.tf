terraform {
  required_providers {
    svc = {
      source  = "svc/svc"
      version = "~> 0.1"
    }
  }
}

variable "template_id" {
  type        = string
  description = "A scaffold template, such as tpl_01jcq8z3v1000a7k2m9x4q6r8t. Its name will do as well, as name."
}

data "svc_template" "service" {
  id = var.template_id
}

output "repository" {
  value = "${data.svc_template.service.template_repo.owner}/${data.svc_template.service.template_repo.repo}"
}
