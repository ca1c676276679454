# bash: what may stand next on a command line of rocpd. Words are those of rocpd's own help, so that they are always true.
_rocpd() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} list=
  COMPREPLY=()
  case $before in
    --names) list='short full' ;;
    --by) list='kernel region copy marker' ;;
    --agent-index-value) list='absolute relative type-relative' ;;
    --window | --range | --align | -n | --limit | --fail-over | --query | -a | --attach | --gaps | --topn) return ;;
    -f | --format | --output-format) list="$(rocpd convert --formats 2>/dev/null | tr , ' ') pftrace csv json html md console" ;;
    help) [[ $COMP_CWORD -ne 2 ]] || list=$(rocpd help 2>/dev/null | sed -n 's/^  \([a-z_][a-z_.]*\)  .*/\1/p') ;;
    export) [[ $COMP_CWORD -ne 2 ]] || list=$(rocpd convert --formats 2>/dev/null | tr , ' ') ;;
  esac
  if [[ -z $list ]]; then
    if [[ $word == -* ]]; then list=$({ rocpd --help; rocpd "${COMP_WORDS[1]}" --help; } 2>/dev/null | grep -oE -- '--?[a-z][a-z_-]+' | sort -u)
    elif [[ $COMP_CWORD -eq 1 ]]; then list=$(rocpd --help 2>/dev/null | sed -n 's/^  \([a-z][a-z-]*\)  .*/\1/p')
    elif [[ ${COMP_WORDS[1]} == record ]]; then COMPREPLY=($(compgen -c -- "$word")); fi
  fi
  [[ -z $list ]] || mapfile -t COMPREPLY < <(compgen -W "$list" -- "$word")
} && complete -o default -o bashdefault -F _rocpd rocpd
