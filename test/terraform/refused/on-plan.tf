data "svc_team" "unknown" {
  name = "Nobody" #! There is no such team
}

data "svc_project" "unknown" {
  id = "prj_nothing" #! There is no such project
}

data "svc_team" "ambiguous" {
  name = "Twins" #! There are 2 such teams
}
