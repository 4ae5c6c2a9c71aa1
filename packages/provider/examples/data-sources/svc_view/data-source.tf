terraform {
  required_providers {
    svc = {
      source  = "svc/svc"
      version = "~> 0.1"
    }
  }
}

# What the platform team has agreed to look at every week.
variable "view_id" {
  type        = string
  description = "Its id, such as viw_01jcq8z3v1000a7k2m9x4q6r8t."
}

data "svc_view" "weekly" {
  id = var.view_id
}

# The same list, as data.
data "svc_projects" "weekly" {
  query = data.svc_view.weekly.query
}

output "projects_without_an_owner" {
  value = [for project in data.svc_projects.weekly.projects : project.name]
}
