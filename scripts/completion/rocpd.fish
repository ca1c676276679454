# Completes command lines of rocpd in fish. Most words come from rocpd itself (rocpd --complete), so they fit the installed version.
function __rocpd_commands
  rocpd --help 2>/dev/null | sed -n 's/^  \([a-z][a-z-]*\)  *\(.*\)/\1\t\2/p'
end
function __rocpd_command
  echo (commandline -opc)[2]
end
function __rocpd_options
  set -l list (rocpd --complete options (__rocpd_command) 2>/dev/null)
  if test -z "$list"
    set list (rocpd (__rocpd_command) --help 2>/dev/null | grep -oE -- '(^| )--?[a-z][a-z_-]+' | tr -d ' ' | sort -u)
  end
  printf '%s\n' $list
end
complete -c rocpd -n __fish_use_subcommand -a '(__rocpd_commands)'
complete -c rocpd -n 'string match -q -- "-*" (commandline -ct)' -f -a '(__rocpd_options)'
complete -c rocpd -n '__fish_seen_subcommand_from help' -f -a '(rocpd --complete help 2>/dev/null)'
complete -c rocpd -n '__fish_seen_subcommand_from export' -a "(rocpd convert --formats 2>/dev/null | tr , '\n')"
complete -c rocpd -n '__fish_seen_subcommand_from record' -a '(__fish_complete_subcommand)'
complete -c rocpd -n '__fish_seen_subcommand_from record' -s d -l domains -x -a '(rocpd --complete domains 2>/dev/null)'
complete -c rocpd -n '__fish_seen_subcommand_from ctl live' -a '(rocpd --complete pids 2>/dev/null)'
complete -c rocpd -n '__fish_seen_subcommand_from merge' -s f -l output-format -x -a 'db rocz'
complete -c rocpd -n '__fish_seen_subcommand_from convert trim' -s f -l output-format -x -a "(rocpd convert --formats 2>/dev/null | tr , '\n')"
complete -c rocpd -l sort -x -a '(rocpd --complete columns (__rocpd_command) 2>/dev/null)'
complete -c rocpd -l columns -x -a '(rocpd --complete columns (__rocpd_command) 2>/dev/null)'
complete -c rocpd -l agent-index-value -x -a 'absolute relative type-relative'
complete -c rocpd -l names -x -a 'short full'
complete -c rocpd -l by -x -a 'kernel region copy marker'
