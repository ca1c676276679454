# Part of the command rocpd (which reads it): package, which makes one thing of many files of a trace, as AMD's rocpd does: an index of them,
# index.yaml, and with --consolidate a folder that has them all. Paths in the index are relative to its folder.

about_package() {
  cat <<'END'
rocpd package [-i] PATH... [-d FOLDER] [-c [--copy]]: an index of the files of a trace, as AMD's rocpd package makes it

  -d, --output-path FOLDER    where: FOLDER.rpdb (default: the index is ./index.yaml; with -c the folder is ./rocpd-DATE-TIME.rpdb)
  -c, --consolidate           files are moved into the folder, all or none; one whose name is there already is called NAME.2.db, NAME.3.db, ...
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
  while [ -e "$2/$base" ] || [ -h "$2/$base" ] || [ -e "$2/$base.live" ]; do n=$((n + 1)) base=$begin.$n$last; done
  printf '%s' "$base"
}
# What would not be whole: of a database that is written a part stands beside it, and a program that runs writes on.
check_written() {
  while IFS= read -r file; do
    for beside in "$file-wal" "$file-journal"; do [ ! -s "$beside" ] || { status=1; fail "$file is being written ($beside is there)"; }; done
  done <"$work/files"
  { opening; printf '%s\n' '.mode list' '.separator " "' "SELECT DISTINCT pid, $source_line FROM sources WHERE NOT complete AND host = $(quoted "$(uname -n)");"; } >"$work/lines"
  sqlite >"$work/incomplete"
  answered
  while read -r pid file; do
    ! grep -qs '[.]rocz[.]live$' "/proc/$pid/maps" || { status=1; fail "$file is being written: its process, $pid, runs"; }
  done <"$work/incomplete"
}

# ---- files into the folder: all are there, linked or copied, before the first one leaves its place; so what fails can be undone

# FILE NAME: also in the folder now. In work/put two lines.
put() {
  printf '%s\n' "$1" "$folder/$2" >>"$work/put"
  { [ -z "$copy" ] && ln -L -- "$1" "$folder/$2" 2>/dev/null; } || await cp -p -- "$1" "$folder/$2" || { status=1; fail "$1: not put into $folder"; }
}
# FILE: with what a program that was killed left beside it, which is a part of it. It becomes what it is called in the folder.
consolidate_file() {
  case $file in "$folder"/*) return 0 ;; esac # what is in the folder stays where it is
  name=$(free_name "$file" "$folder")
  put "$file" "$name"
  [ ! -f "$file.live" ] || put "$file.live" "$name.live"
  file=$folder/$name
}
leave_places() {
  [ -z "$copy" ] && [ -s "$work/put" ] || return 0
  while IFS= read -r from && IFS= read -r to; do
    rm -f -- "$from" || { status=1; fail "$from: cannot be moved"; }
  done <"$work/put"
}
made=''
make_folder() {
  at=$folder
  while [ ! -d "$at" ]; do made="$made$at
" at=$(dirname -- "$at"); done
  mkdir -p -- "$folder" || exit 1
  folder=$(readlink -f -- "$folder")
}
undo_package() {
  rm -f -- "$folder/.index.yaml.$$"
  [ ! -s "$work/put" ] || while IFS= read -r from && IFS= read -r to; do
    if [ -e "$from" ]; then rm -f -- "$to"; else mv -- "$to" "$from"; fi
  done <"$work/put"
  printf '%s' "$made" | while IFS= read -r at; do rmdir -- "$at"; done 2>/dev/null
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
  [ -z "$consolidate" ] || check_written
  undo=undo_package
  make_folder
  : >"$work/index"
  while IFS= read -r file; do
    [ -z "$consolidate" ] || consolidate_file
    printf '%s\n' "    - $(yaml_text "$(relative "$file" "$folder")")" >>"$work/index"
  done <"$work/files"
  { printf '%s\n' rocprofiler-sdk: '  rocpd:' '    rocpd_package_version: "1.0"' '    path: .' '    files:'; cat "$work/index"; } >"$folder/.index.yaml.$$" || { status=1; fail "$folder/index.yaml: not written"; }
  leave_places
  mv -f -- "$folder/.index.yaml.$$" "$folder/index.yaml" || { status=1; fail "$folder/index.yaml: not written"; }
  undo=''
  printf '%s: %s\n' "$folder/index.yaml" "$(wc -l <"$work/files") files"
}
