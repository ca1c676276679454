# Part of the command rocpd (which reads it): package, which makes one thing of many files of a trace, as AMD's rocpd does: an index of them,
# index.yaml, and with --consolidate a folder that has them all. Paths in the index are relative to its folder.

about_package() {
  cat <<'END'
rocpd package [-i] PATH... [-d FOLDER] [-c [--copy]]: an index of the files of a trace, as AMD's rocpd package makes it

  -d, --output-path FOLDER    where: FOLDER.rpdb (default: the index is ./index.yaml; with -c the folder is ./rocpd-DATE-TIME.rpdb)
  -c, --consolidate           files are moved into the folder; one whose name is there already is called NAME.2.db, NAME.3.db, ...
  --copy                      with -c: they are copied
  --overwrite                 replace an index that is there (files stay as they are)

The folder and its index.yaml can be given as PATH to every command of rocpd. Files that are no databases of rocprofv3 are taken, too,
but AMD's rocpd does not read them.
END
}
yaml_text() { printf '"%s"' "$(printf '%s' "$1" | sed 's/[\\"]/\\&/g')"; }
# From folder $2, the file $1; both absolute.
relative() { realpath -m --relative-to="$2" -- "$1"; }
# A name for file $1 in folder $2 that nothing there has.
free_name() {
  base=${1##*/} n=1
  case $base in ?*.*) begin=${base%.*} last=.${base##*.} ;; *) begin=$base last='' ;; esac
  while [ -e "$2/$base" ] || [ -h "$2/$base" ]; do n=$((n + 1)) base=$begin.$n$last; done
  printf '%s' "$base"
}
run_package() {
  want_help=''
  take_options "$@"
  [ -z "$want_help" ] || { about_package; exit 0; }
  [ -z "$window$range$start$end$last_run$sql$to$over$by$out" ] || wrong "an option that is not for this command (rocpd package --help)"
  [ -z "$copy" ] || [ -n "$consolidate" ] || wrong "--copy is of --consolidate"
  make_ready
  sources
  folder=$PWD
  if [ -n "$dir" ]; then folder=${dir%/}; folder=${folder%.rpdb}.rpdb
  elif [ -n "$consolidate" ]; then folder=rocpd-$(date +%Y%m%d-%H%M%S).rpdb; fi
  case $folder in /*) ;; *) folder=$PWD/$folder ;; esac
  [ -n "$overwrite" ] || [ ! -e "$folder/index.yaml" ] || { status=1; fail "$folder/index.yaml is there and would be replaced: give another folder (-d), or --overwrite"; }
  while IFS= read -r file; do
    [ -z "$consolidate" ] || [ ! -s "$file-wal" ] || { status=1; fail "$file is being written ($file-wal is there)"; }
  done <"$work/files"
  mkdir -p -- "$folder"
  folder=$(readlink -f -- "$folder")
  : >"$work/index"
  while IFS= read -r file; do
    # What is in the folder stays where it is.
    case ${consolidate:+$file} in '' | "$folder"/*) ;; *)
      name=$(free_name "$file" "$folder")
      if [ -n "$copy" ]; then cp -p -- "$file" "$folder/$name"; else mv -- "$file" "$folder/$name"; fi || { status=1; fail "$file: not put into $folder"; }
      file=$folder/$name ;;
    esac
    printf '%s\n' "    - $(yaml_text "$(relative "$file" "$folder")")" >>"$work/index"
  done <"$work/files"
  { printf '%s\n' rocprofiler-sdk: '  rocpd:' '    rocpd_package_version: "1.0"' '    path: .' '    files:'; cat "$work/index"; } >"$folder/.index.yaml.$$" &&
    mv -f -- "$folder/.index.yaml.$$" "$folder/index.yaml" || { status=1; fail "$folder/index.yaml: not written"; }
  printf '%s: %s\n' "$folder/index.yaml" "$(wc -l <"$work/files") files"
}
