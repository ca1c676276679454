# Completes command lines of rocpd in bash. Most words come from rocpd itself (rocpd --complete), so they fit the installed version.
_rocpd_words() { rocpd --complete "$@" 2>/dev/null; }
# Programs in PATH that begin with the word, unless it is empty; and files.
_rocpd_programs() {
  local folder file folders
  IFS=: read -ra folders <<<"$PATH"
  {
    [[ -z $1 || $1 == */* ]] || for folder in "${folders[@]}"; do
      for file in "$folder/$1"*; do [[ ! -f $file || ! -x $file ]] || printf '%s\n' "${file##*/}"; done
    done
    compgen -f -- "$1"
  } | sort -u
}
# Whether the line contains PROGRAM already: the word is then one of its arguments. (Bash also splits words at '='.)
_rocpd_has_program() {
  local i
  for ((i = 2; i < COMP_CWORD; i++)); do
    case ${COMP_WORDS[i]} in
      --) ((i + 1 < COMP_CWORD)); return ;;
      =) ((i++)) ;;
      -o | --output | -d | --domains | --preset | --counters | --ranks | --delay | --duration | -p | --pid) [[ ${COMP_WORDS[i + 1]} == = ]] || ((i++)) ;;
      -*) ;;
      *) return 0 ;;
    esac
  done
  return 1
}
_rocpd() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]} list=
  COMPREPLY=()
  case $before in
    --names) list='short full' ;;
    --by) [[ $command == calls ]] && list='thread process' || list='kernel region copy marker' ;;
    --agent-index-value) list='absolute relative type-relative' ;;
    --inclusive) list='true false' ;;
    --preset) list='kernels api all hpc torch' ;;
    --window | --range | --start | --end | --rank | --gpu | --kernel | --stream | --align | -n | --limit | --fail-over | --query | -a | --attach | --gaps | --topn | --delay | --duration | --ranks) return ;;
    -o | --output | --output-file) return ;;
    --sort) list=$(_rocpd_words columns "$command") ;;
    --columns)
      list=$(_rocpd_words columns "$command")
      [[ $word != *,* ]] || list=${word%,*},${list//$'\n'/$'\n'${word%,*},} ;;
    -f | --format | --output-format)
      case $command in merge) list='db rocz' ;; convert | trim | export) list="$(rocpd convert --formats 2>/dev/null | tr , ' ') pftrace" ;; *) list='console csv html json md' ;; esac ;;
    -d | --domains) [[ $command != record ]] || list=$(_rocpd_words domains) ;;
    -p | --pid) case $command in record | live | ctl) list=$(_rocpd_words pids) ;; *) return ;; esac ;;
    help) [[ $COMP_CWORD -ne 2 ]] || list=$(_rocpd_words help) ;;
    export) [[ $COMP_CWORD -ne 2 ]] || list=$(rocpd convert --formats 2>/dev/null | tr , ' ') ;;
    ctl) list=$(_rocpd_words pids) ;;
  esac
  if [[ -z $list ]]; then
    if [[ $command == record || $command == doctor ]] && ((COMP_CWORD > 1)) && _rocpd_has_program; then return
    elif [[ $word == -* ]]; then
      if [[ $COMP_CWORD -eq 1 ]]; then list="--version $(_rocpd_words options summary)"; else list=$(_rocpd_words options "$command"); fi
      [[ -n $list ]] || list=$(rocpd "$command" --help 2>/dev/null | grep -oE -- '(^| )--?[a-z][a-z_-]+' | sort -u)
    elif [[ $COMP_CWORD -eq 1 ]]; then list=$(_rocpd_words all)
    elif [[ $command == ctl ]]; then list='start stop flush status'
    elif [[ $command == live ]]; then list=$(_rocpd_words pids)
    elif [[ $command == record || $command == doctor ]]; then
      compopt -o filenames 2>/dev/null
      mapfile -t COMPREPLY < <(_rocpd_programs "$word"; [[ -n $word ]] || compgen -W "$(rocpd "$command" --help 2>/dev/null | grep -oE -- '(^| )--[a-z][a-z_-]+' | sort -u)")
    fi
  fi
  [[ -z $list ]] || mapfile -t COMPREPLY < <(compgen -W "$list" -- "$word")
} && complete -o default -o bashdefault -F _rocpd rocpd
