#!/usr/bin/env bash
# A Debian package of what PyInstaller made: make_deb.sh FOLDER VERSION OUT. Menu entry, icon, and types of .bib and .ris.
set -euo pipefail
folder=$1 version=$2 out=$3
here=$(cd "$(dirname "$0")" && pwd)
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
chmod 755 "$root"
lib=$root/usr/lib/assay-workbench share=$root/usr/share
mkdir -p "$lib" "$root/usr/bin" "$root/DEBIAN" "$share"/{applications,mime/packages,icons/hicolor/scalable/apps,doc/assay-workbench}
cp -r "$folder"/. "$lib"
ln -s ../lib/assay-workbench/assay "$root/usr/bin/assay"
cp "$here/assay.desktop" "$share/applications/"
cp "$here/assay-mime.xml" "$share/mime/packages/assay.xml"
cp "$here/../assay_resources/icons/assay.svg" "$share/icons/hicolor/scalable/apps/"
cp "$here/../../LICENSE" "$here/../../NOTICE" "$share/doc/assay-workbench/"
cp "$here/../../NOTICE" "$share/doc/assay-workbench/copyright"
cat > "$root/DEBIAN/control" <<CONTROL
Package: assay-workbench
Version: $version
Architecture: $(dpkg --print-architecture)
Maintainer: The Assay maintainers <maintainers@assay.invalid>
Installed-Size: $(du -sk "$root/usr" | cut -f1)
Depends: libc6 (>= 2.28), libegl1, libgl1, libxkbcommon0, libxkbcommon-x11-0, libfontconfig1, libdbus-1-3, libglib2.0-0,
 libxcb-cursor0, libxcb-icccm4, libxcb-image0, libxcb-keysyms1, libxcb-render-util0, libxcb-shape0, libxcb-xkb1, libx11-xcb1
Section: science
Priority: optional
Description: workbench for a researcher's own papers
 Import a collection, search it by query or by paper, grade the results, evaluate and train. Nothing leaves the machine.
CONTROL
dpkg-deb --root-owner-group -Zxz -z1 --build "$root" "$out/assay-workbench_${version}_$(dpkg --print-architecture).deb"
